// The colours of the map, by day and by night (UI.md, "Terrain").

export type Theme = "paper" | "night";

export interface Inks {
  land: string;
  mottle: string;
  grid: string;
  number: string;
  ink: string;
  halo: string;
  rough: string;
  heights: string;
  mountain: string;
  forest: string;
  swamp: string;
  desert: string;
  water: string;
  shoal: string;
  /** red, green, blue of a texture's ink: the strength is added where it is drawn */
  slope: string;
  tree: string;
  reed: string;
  waterline: string;
  shore: string;
  minor: string;
  majorEdge: string;
  major: string;
  rail: string;
  roadEdge: string;
  road: string;
  city: string;
  town: string;
  place: string;
  waterName: string;
  points: string;
  barred: string;
}

export const INKS: Record<Theme, Inks> = {
  paper: {
    land: "#F2EAD6", mottle: "#EADFC4", grid: "rgba(88,66,36,.30)", number: "rgba(88,66,36,.62)", ink: "#2B241A",
    halo: "rgba(244,237,220,.9)", rough: "#E3D2AC", heights: "#E6D3A8", mountain: "#D9C29B", forest: "#D3D9B4",
    swamp: "#D5DED2", desert: "#F0DCAE", water: "#CBDAD9", shoal: "#BFD6CF", slope: "122,84,40", tree: "70,92,48",
    reed: "70,112,120", waterline: "62,104,122", shore: "#4A7386", minor: "#3F7696", majorEdge: "#2F6583",
    major: "#9CC3D2", rail: "#2B241A", roadEdge: "#8A4B2A", road: "#F6E3C4", city: "#B8442E", town: "#2B241A",
    place: "#241D13", waterName: "#2F6583", points: "#B8442E", barred: "#C8401A",
  },
  night: {
    land: "#262A2B", mottle: "#222627", grid: "rgba(196,180,140,.17)", number: "rgba(196,180,140,.46)", ink: "#D9CDB0",
    halo: "rgba(30,34,35,.92)", rough: "#332F26", heights: "#37301F", mountain: "#3A3328", forest: "#27312A",
    swamp: "#233033", desert: "#38321F", water: "#18252D", shoal: "#1C323A", slope: "186,150,98", tree: "130,160,110",
    reed: "110,160,170", waterline: "110,160,185", shore: "#4E7E95", minor: "#4F8FB0", majorEdge: "#5FA3C4",
    major: "#24465A", rail: "#BFB394", roadEdge: "#9A6A48", road: "#2E2620", city: "#D06A4E", town: "#D9CDB0",
    place: "#E9DFC6", waterName: "#7FB4CF", points: "#E0745A", barred: "#F0764F",
  },
};
