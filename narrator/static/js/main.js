/* What a page can't do without a script: keys, the nearest spot, a lost network, the voice, the screen that stays on.
   Everything else is links and forms. No words here: they come with the page. */
"use strict";

(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const kept = key => { try { return localStorage.getItem(key); } catch { return null; } };
  const keep = (key, value) => { try { localStorage.setItem(key, value); } catch { /* a private window keeps nothing */ } };

  // Keys: every control that names one.
  document.addEventListener("keydown", event => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === " " && /^(BUTTON|A|SUMMARY)$/.test(event.target.tagName)) return;
    const control = [...document.querySelectorAll("[data-key]")].find(e => e.dataset.key === event.key.toLowerCase() || e.dataset.key === event.key);
    if (control) { event.preventDefault(); control.click(); }
  });

  // A nervous finger: of two taps on one place, the second was meant for the page before. Undo may be tapped fast.
  const TWICE = 350;
  let entering = { timeStamp: -TWICE, clientX: 0, clientY: 0 };
  document.addEventListener("click", event => {
    const control = event.detail && event.target.closest && event.target.closest("button[name=events], button[name=verdict], form.spots");
    if (!control || control.closest(".undo")) return;
    const far = Math.hypot(event.clientX - entering.clientX, event.clientY - entering.clientY);
    if (event.timeStamp - entering.timeStamp < TWICE && far < 30) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else entering = event;
  }, true);

  // The board: a tap beside the spots means the nearest one.
  document.addEventListener("click", event => {
    const spots = event.target.closest && event.target.closest(".spots");
    if (!spots || event.target !== spots) return;
    const near = [...spots.querySelectorAll(".spot")].map(spot => {
      const box = spot.getBoundingClientRect();
      return { spot, far: Math.hypot(event.clientX - box.left - box.width / 2, event.clientY - box.top - box.height / 2) };
    }).sort((a, b) => a.far - b.far)[0];
    if (near && near.far < spots.clientWidth / 9) near.spot.click();
  });

  // What lies below the edge of a part that scrolls is hinted at.
  function hintAtMore() {
    document.querySelectorAll(".stage > .lines, .stage > .entry").forEach(part =>
      part.classList.toggle("more", part.scrollHeight - part.scrollTop - part.clientHeight > 12 && getComputedStyle(part).overflowY !== "visible"));
  }
  document.addEventListener("scroll", hintAtMore, true);
  window.addEventListener("resize", hintAtMore);
  document.addEventListener("htmx:afterSettle", hintAtMore);
  hintAtMore();

  // Focus stays where it was when the stage is swapped; the tab names the line.
  document.addEventListener("htmx:afterSwap", () => {
    const line = $("#line");
    if (line) document.title = `${line.dataset.say} – Narrator`;
    say();
    if ($("[data-voice]")) showVoice();
    showWake();
  });

  // A game that is being prepared comes along when its reader changes the language: with what was typed just now.
  const isChosen = ([name, value]) => !(/^language\d$/.test(name) && value === document.documentElement.lang); // as the page was
  document.addEventListener("submit", event => {
    const draft = $("#new, #rules"), next = event.target.elements.next;
    if (draft && next && event.target.matches("form[action='/device']"))
      next.value = `${location.pathname}?${new URLSearchParams([...new FormData(draft)].filter(isChosen))}`;
  }, true);

  // A lost network: the tap is kept as it was and sent again until it is answered. The server enters it once.
  const waiting = [];
  const bar = $("#connection");
  const show = (text, then) => {
    bar.textContent = text;
    bar.hidden = !text;
    if (then) setTimeout(() => { if (bar.textContent === text) bar.hidden = true; }, then);
  };
  document.addEventListener("htmx:sendError", event => hold(event.detail.requestConfig));
  document.addEventListener("htmx:timeout", event => hold(event.detail.requestConfig));
  document.addEventListener("htmx:responseError", event => {
    if (event.detail.xhr.status >= 502) hold(event.detail.requestConfig);
    else if (!event.detail.xhr.responseText.includes("id=\"stage\"")) location.reload();
    else htmx.swap("#stage", event.detail.xhr.responseText, { swapStyle: "outerHTML" });
  });
  function hold(request) {
    if (!waiting.length) waiting.push({ verb: request.verb, path: request.path, values: Object.fromEntries(request.formData) });
    show(request.verb === "post" ? bar.dataset.kept : bar.dataset.lost);
    document.body.classList.add("waiting");
    if (waiting.length === 1 && !waiting.timer) waiting.timer = setInterval(retry, 1000);
  }
  async function retry() {
    const first = waiting[0];
    if (!first || waiting.busy) return;
    waiting.busy = true;
    try {
      const alive = await fetch("/alive", { cache: "no-store", signal: AbortSignal.timeout ? AbortSignal.timeout(3000) : undefined });
      if (!alive.ok) return;
      clearInterval(waiting.timer);
      waiting.timer = null;
      waiting.shift();
      document.body.classList.remove("waiting");
      show(bar.dataset.back, 1500);
      await htmx.ajax(first.verb, first.path, { target: "#stage", swap: "outerHTML", values: first.values });
    } catch { /* still away */ } finally { waiting.busy = false; }
  }
  // While a tap waits, another one would only be out of date.
  document.addEventListener("htmx:beforeRequest", event => { if (waiting.length) event.preventDefault(); });
  window.addEventListener("offline", () => show(bar.dataset.lost));
  window.addEventListener("online", () => { shown() ? connect() : show(bar.dataset.back, 1500); });

  // The voice: one sentence at a time, off until somebody wants it.
  const voice = window.speechSynthesis;
  const language = document.documentElement.lang;
  let said = "";
  function best() {
    const tongues = voice.getVoices().filter(v => v.lang.replace("_", "-").toLowerCase().startsWith(language));
    return tongues.find(v => v.localService) || tongues[0];
  }
  function speak(text) {
    if (!voice || !text) return;
    voice.cancel();
    for (const sentence of text.match(/[^.!?…]+[.!?…]*\s*/g) || [text]) {
      const words = new SpeechSynthesisUtterance(sentence.trim());
      words.lang = language;
      const found = best();
      if (found) words.voice = found;
      voice.speak(words);
    }
  }
  function say() {
    const spoken = $(".note[data-say]") || $("#line");
    const text = spoken && spoken.dataset.say;
    if (!text || text === said || kept("voice") !== language) return;
    said = text;
    speak(text);
  }
  function showVoice() {
    const box = $("[data-voice]");
    if (!box) return;
    const on = kept("voice") === language;
    $("[data-do=voice-on]", box).setAttribute("aria-pressed", on);
    $("[data-do=voice-off]", box).setAttribute("aria-pressed", !on);
  }
  function ask(text, answer) {
    const asked = $(".asked");
    asked.hidden = false;
    $("span", asked).textContent = text;
    asked.querySelectorAll("button").forEach(button => { button.hidden = !answer; });
  }
  const deeds = {
    "voice-on": () => { keep("voice", language); said = ""; say(); showVoice(); },
    "voice-off": () => { keep("voice", ""); if (voice) voice.cancel(); showVoice(); },
    "voice-test": button => {
      const box = $("[data-voice]");
      if (!voice) return ask(box.dataset.none, false);
      speak(button.dataset.sample);
      ask(box.dataset.heard, true);
    },
    "voice-yes": () => { keep("voice", language); $(".asked").hidden = true; showVoice(); },
    "voice-no": () => { keep("voice", ""); ask($("[data-voice]").dataset.none, false); showVoice(); },
    "save-copy": () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.parse(kept("copy")).text], { type: "application/json" }));
      link.download = "narrator.json";
      link.click();
    },
    "full": () => { document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(); },
  };
  document.addEventListener("click", event => {
    const button = event.target.closest && event.target.closest("[data-do]");
    if (button && deeds[button.dataset.do]) deeds[button.dataset.do](button);
  });

  // The screen stays on where the browser can do that; where it can't, the page says so.
  let lock = null;
  async function stayAwake() {
    if (!("wakeLock" in navigator) || document.hidden || !$("#stage[data-seq]")) return showWake();
    try { lock = await navigator.wakeLock.request("screen"); lock.addEventListener("release", showWake); } catch { lock = null; }
    showWake();
  }
  function showWake() {
    const line = $("[data-wake]");
    if (line) line.textContent = lock && !lock.released ? line.dataset.awake : line.dataset.asleep;
  }
  document.addEventListener("visibilitychange", stayAwake);

  // The clock: the server knows when it runs out; here it only ticks. First a gentle sign, then a spoken reminder.
  // A device's own clock may be wrong, so every answer's date sets it right.
  let behind = 0;
  const setRight = date => { if (date) behind = (Date.now() - Date.parse(date) - 500) / 1000; };
  document.addEventListener("htmx:afterRequest", event => setRight(event.detail.xhr.getResponseHeader("Date")));
  if ($("[data-clock]")) fetch("/alive", { cache: "no-store" }).then(answer => setRight(answer.headers.get("Date")), () => {});
  let reminded = "";
  let asked = 0;
  setInterval(() => {
    const clock = $("[data-clock]");
    if (!clock || "paused" in clock.dataset) return;
    const left = Number(clock.dataset.ends) + behind - Date.now() / 1000;
    const whole = Math.max(0, Math.round(left));
    $(".time", clock).textContent = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    clock.classList.toggle("soon", left <= 20 && left > 0);
    const sign = left <= 0 ? clock.dataset.up : left <= 20 ? clock.dataset.soon : "";
    if (sign && sign !== reminded && kept("voice") === language) speak(sign);
    reminded = sign || (left > 20 ? "" : reminded);
    // The server says when time is up; its clock may be a moment behind this one.
    if (left <= 0 && !clock.classList.contains("up") && Date.now() - asked > 1500) {
      asked = Date.now();
      refresh();
    }
  }, 500);

  // Live: the server only says which number is current; a page that shows an older one fetches itself anew.
  const shown = () => $("[data-live]");
  let heard = "";
  let source = null;
  let fetching = null;
  let pressed = false;
  const parts = (version, page) => version.split(".").slice(0, page.matches(".phone, .shown") ? 2 : 3).join(".");
  const isOlder = (one, other) => one.split(".").slice(0, 2).some((number, place) => +number < +other.split(".")[place]);
  async function refresh() {
    const page = shown();
    if (!page || waiting.length) return;
    // The lobby fetches only its people, from its own address: what somebody types beside them stays.
    const part = `#${page.id}`, elsewhere = page.dataset.fetch;
    const how = { target: part, swap: "outerHTML", ...(elsewhere && { select: part }) };
    try { await htmx.ajax("GET", elsewhere || location.pathname + location.search, how); } catch { /* told by sendError */ }
  }
  const isTyping = () => { const held = document.activeElement; return held && held.matches("input:not([type=radio]), select, textarea"); };
  let listening = "";
  function hear(version) {
    heard = version || heard;
    const page = shown();
    if (!page || page.dataset.game !== listening) return; // a number says nothing about another game's page
    if (!heard || waiting.length || fetching || parts(heard, page) === parts(page.dataset.live, page)) return;
    if (isTyping() && page.contains(document.activeElement)) return;
    if (pressed || $(".htmx-request")) return; // a tap is on its way: its answer is the newer page, and looks here again
    if (isOlder(heard, page.dataset.live)) return; // the answer to a tap was quicker than the stream
    // Phones don't all ask at the same moment; the host's own page does not wait.
    fetching = setTimeout(async () => {
      const known = heard;
      await refresh();
      fetching = null;
      if (heard !== known) hear(""); // something newer came meanwhile
    }, page.matches(".phone") ? Math.random() * 150 : 0);
  }
  function connect() {
    const page = shown();
    if (!page || !window.EventSource) return;
    if (source) source.close();
    tried = Date.now();
    listening = page.dataset.game;
    source = new EventSource(`/g/${listening}/live`);
    source.onopen = () => { alive(); if (bar.textContent === bar.dataset.lost) show(bar.dataset.back, 1500); };
    source.onmessage = event => { alive(); hear(event.data); };
    source.addEventListener("alive", alive);
    source.onerror = lose;
  }
  // The server gives a sign of life every few seconds. A line that is silent for longer is dead, whatever the browser
  // thinks of it; while there is none, a new one is tried every other second.
  const SILENCE = 25000;
  let last = Date.now();
  let tried = 0;
  const alive = () => { last = Date.now(); };
  function lose() {
    last = Math.min(last, Date.now() - SILENCE);
    if (!waiting.length) show(bar.dataset.lost);
  }
  setInterval(() => {
    if (!source || Date.now() - last < SILENCE || Date.now() - tried < 2000) return;
    lose();
    connect();
  }, 500);
  // A page that fetched itself must not take the place away under a finger, nor under a tap that is on its way, nor of
  // the answer to one that was quicker.
  document.addEventListener("pointerdown", () => { pressed = true; }, true);
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => { pressed = false; setTimeout(() => hear(""), 300); }, true);
  document.addEventListener("htmx:beforeSwap", event => {
    if (event.detail.requestConfig.elt !== document.body) return;
    const page = shown(), text = event.detail.xhr.responseText, fetched = /data-live="([\d.]+)"/.exec(text);
    const isSameGame = page && text.includes(`data-game="${page.dataset.game}"`);
    const isLate = isSameGame && fetched && isOlder(fetched[1], page.dataset.live);
    if (pressed || isLate || $("form.htmx-request, a.htmx-request")) event.detail.shouldSwap = false;
  });
  // A page that goes away is emptied first: htmx would take leave of each of the thousand parts of its pictures, and the
  // focus, taken from a control in the middle of the swap, would have the old and the new page laid out together.
  document.addEventListener("htmx:beforeSwap", event => {
    if (!event.detail.shouldSwap) return;
    const held = document.activeElement;
    if (held && held !== document.body && !held.id) held.blur();
    event.detail.target.querySelectorAll("svg").forEach(picture => picture.replaceChildren());
  });
  document.addEventListener("htmx:afterSwap", () => { hear(""); settle(); });
  document.addEventListener("focusout", () => setTimeout(() => hear(""), 200));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) connect(); });
  window.addEventListener("pageshow", event => { if (event.persisted) connect(); });

  // No single battery: every phone keeps the public game file, and any Narrator can go on from it.
  let copied = 0;
  let copying = null;
  function keepCopy() {
    if (copying || !$("[data-keep]")) return;
    copying = setTimeout(async () => {
      copying = null;
      copied = Date.now();
      const page = $("[data-keep]");
      try {
        const answer = await fetch(page.dataset.keep);
        if (answer.ok) keep("copy", JSON.stringify({ game: page.dataset.game, text: await answer.text() }));
      } catch { /* with the next change */ }
    }, Math.max(500, copied + 15000 - Date.now()));
  }
  const found = $("#copy");
  if (found && kept("copy")) {
    try { $("textarea", found).value = JSON.parse(kept("copy")).text; found.hidden = false; } catch { /* nothing to go on with */ }
  }

  // A phone's page stays as its reader left it when something happens: what is unfolded, how far the map is moved.
  const unfolded = new Set();
  let moved = null;
  document.addEventListener("click", event => {
    const folds = event.target.closest && event.target.closest("summary");
    const part = folds && folds.parentElement;
    if (part && part.id) unfolded[part.open ? "delete" : "add"](part.id);
  });
  let addressee = "";
  document.addEventListener("htmx:beforeSwap", () => {
    const map = $("[data-scroll]"), to = $("[name=to]:checked");
    moved = map && map.scrollLeft;
    addressee = to ? to.value : "";
  });
  function settle() {
    const to = $(`[name=to][value="${addressee}"]`);
    if (to) to.checked = true;
    unfolded.forEach(id => { const part = document.getElementById(id); if (part) part.open = true; });
    const map = $("[data-scroll]");
    if (map) map.scrollLeft = moved || (map.scrollWidth - map.clientWidth) / 2;
    document.querySelectorAll("p.heard, p.said").forEach(words => setTimeout(() => words.remove(), 25000));
    keepCopy();
  }

  stayAwake();
  showVoice();
  say();
  connect();
  settle();
})();
