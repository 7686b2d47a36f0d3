import { mount } from "svelte";
import App from "./App.svelte";
import { watchForNewer } from "./lib/newer.svelte";

watchForNewer();
const target = document.getElementById("app");
if (target) mount(App, { target });
