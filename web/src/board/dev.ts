// The board alone, for development: `vite`, then /board.html?table=ID&seat=SIDE. Not part of the build.

import { mount } from "svelte";
import "../theme.css";
import Dev from "./Dev.svelte";

mount(Dev, { target: document.getElementById("app") as HTMLElement });
