/* What lies below the edge of a part that scrolls is hinted at. */

const EDGE = 12;

const hasMore = part =>
  part.scrollHeight - part.scrollTop - part.clientHeight > EDGE && getComputedStyle(part).overflowY !== "visible";

function hintAtMore() {
  document.querySelectorAll(".stage > .lines, .stage > .entry").forEach(part =>
    part.classList.toggle("more", hasMore(part)));
}

document.addEventListener("scroll", hintAtMore, true);
window.addEventListener("resize", hintAtMore);
document.addEventListener("htmx:afterSettle", hintAtMore);
hintAtMore();
