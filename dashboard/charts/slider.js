// The slider of the position: charts follow its thumb, which Streamlit reports to the server on release only.
// All use of Streamlit's page is here. Where it differs, charts change on release.

import { page } from "./following.js";

const HANDLE = "[class*='st-key-p-handle']";

const follow = (changes) => {
  for (const { target } of changes) {
    if (target.type === "range" && target.closest(HANDLE)) page.slide(target);
  }
};

/** Follow every move of the thumb: by mouse, finger, key, or screen reader, Streamlit sets the attribute of its input. */
export const watchSlider = () =>
  new MutationObserver(follow).observe(document.body, { subtree: true, attributeFilter: ["value"] });
