import { mount } from "svelte";
import App from "./App.svelte";
import { watchForNewer } from "./lib/newer.svelte";
import "./theme.css";

watchForNewer();
const target = document.getElementById("app");
if (target) mount(App, { target });
