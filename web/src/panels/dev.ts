// Panels, odds and counters alone, for development: `vite`, then /panels.html?game=vl&theme=night&language=ja. Not part of the build.

import { mount } from "svelte";
import "../theme.css";
import Dev from "./Dev.svelte";

mount(Dev, { target: document.getElementById("app") as HTMLElement });
