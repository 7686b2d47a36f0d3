import { mount } from "svelte";
import App from "./App.svelte";
import { watchForNewer } from "./lib/newer.svelte";

watchForNewer();
const target = document.getElementById("app");
target?.replaceChildren(); // what is said while nothing has come
if (target) mount(App, { target });
