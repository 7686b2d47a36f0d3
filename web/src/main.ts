// The first script of the page, and a small one: what the address names is asked for before the rest has come.
import { askAhead, pageAhead } from "./lib/ahead";
import { parseRoute } from "./lib/route";
import "./theme.css";

const route = parseRoute(location.hash);
askAhead(route);
if (route.page === "table" || route.page === "watch") pageAhead(import("./table/TablePage.svelte"));
void import("./start");
