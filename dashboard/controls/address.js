// The URL of the state, and where the keyboard goes in the bar.

const find = (part) => document.querySelector(part);
const encodings = (query) => `${new URLSearchParams(query).getAll("scheme")}`;

/** Replace the history entry: Back returns to the last page, not to the last value. */
const showAddress = (query) => {
  const shown = new URLSearchParams(query);
  const { pathname, search, hash } = location;
  for (const [key, value] of new URLSearchParams(search)) {
    if (key.startsWith("embed")) shown.append(key, value);
  }
  history.replaceState(history.state, "", pathname + (shown.size ? `?${shown}` : "") + hash);
};

/** Lead from the button of a box into the box, which is at the end of the document, and back. */
const enterBox = (event) => {
  const box = find("[data-testid=stPopoverBody]");
  const button = find("[data-testid=stPopover] [aria-expanded=true]");
  if (event.key !== "Tab" || !box || !button) return;
  const stops = [...box.querySelectorAll("a, button, input, textarea")];
  const first = stops.find((stop) => !stop.disabled && stop.checkVisibility());
  const [from, to] = event.shiftKey ? [first, button] : [button, first];
  if (event.target !== from || !to) return;
  to.focus();
  event.preventDefault();
};

export default ({ data, parentElement, setTriggerValue }) => {
  const kept = window.posencAddress;
  if (data.lost && kept && kept !== data.q) return setTriggerValue("kept", kept);
  if (window.posencShown && window.posencShown.page !== data.page) find("[data-testid=stMain]").scrollTo(0, 0);
  window.posencAddress = data.q;
  window.posencShown = data;
  showAddress(data.q);
  parentElement.querySelector("i").textContent = location.href;
  // a change of the encodings removes the button that made it
  if (kept !== undefined && encodings(kept) !== encodings(data.q) && document.activeElement === document.body) {
    find(".st-key-bar-encodings [data-testid=stPopoverButton]")?.focus({ preventScroll: true });
  }
  document.onkeydown = enterBox;
};
