import { expect, it } from "vitest";
import { sha256 } from "./sha256";

// as sha256sum has them; the lengths are those at which a block is full
const KNOWN: [string, string][] = [
  ["", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
  ["abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
  ["axis:3f0c", "ccdac35a9706565892158f3f4f59030b045aa1ea18ed79929fea950c65197660"],
  ["東部戦線", "6995a92d85b16bb780e2d2a8dd19b8106614bf3ac1d28ac3cc35791f7fb3cc73"],
  ["y".repeat(55), "fb66d40c3bfff05b0d5af8612d0abfbfacc6f5f26c330bc7ad634f1f44bc20ad"],
  ["y".repeat(56), "4877e564e5e36e367c7c8d59670774becd3350610b6df4c399c9fa9b66da5813"],
  ["y".repeat(63), "a96b8773f21910f6b1fc287629c1533b494d82301420aa3cfe7d8ebbc18ace77"],
  ["y".repeat(64), "ffbf30ab94107b2c14d75cfb455ec94f200400ddc5ce304e0c21894090db055f"],
  ["y".repeat(65), "c4a2649e068ab18f0b332492f541ae0bf011accef2944241c15d13be3aa3e624"],
  ["y".repeat(119), "0ee964660d4956e34132b7b0f5bdc15fd0d365e26186ac9fd97a090d8d5e5508"],
  ["y".repeat(120), "93dd18da6780c736e1a176724e4afb13b035014ce414d9c2675599e3124e41fb"],
  ["y".repeat(1000), "7e33ae3f1e88ddf3291109cc366b12dcd8bf8fe77bec53009f200a76e4649c07"],
];

it.each(KNOWN)("the hash of %j", (text, hash) => expect(sha256(text)).toBe(hash));
