// Who is signed in with this browser, and whether the house has accounts: asked once, and again after every change.

import * as api from "../lib/api";
import type { Grants } from "../lib/types";

class Me {
  /** Whether the house is open to others. */
  public = $state(false);
  /** Nothing until the house has answered. */
  accounts = $state(false);
  /** Whether the house may send letters. */
  mail = $state(false);
  name = $state<string | null>(null);
  /** "keeper", "moderator", or nothing. */
  role = $state("");
  /** For how long a Grognard thinks here, and may. */
  grognard = $state.raw<Grants | null>(null);
  known = $state(false);
  /** What became of the address he named when he registered. */
  told = $state("");

  async read(): Promise<void> {
    const told = await api.me();
    this.public = told.public;
    this.accounts = told.accounts;
    this.mail = told.mail;
    this.name = told.name;
    this.role = told.role;
    this.grognard = told.grognard ?? null;
    this.known = true;
  }
}

export const me = new Me();
