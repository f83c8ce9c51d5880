/** Does a page fit its window? What is cut, covered, too small or out of sight, in words. */

export const WINDOWS = {
  '1280x720': { width: 1280, height: 720 },
  '1366x600': { width: 1366, height: 600 },
  '1024x768': { width: 1024, height: 768 },
  '1920x1080': { width: 1920, height: 1080 },
  '2560x1440': { width: 2560, height: 1440 },
  '900x700': { width: 900, height: 700 },
};
export const PHONES = {
  '390x844': { width: 390, height: 844 },
  '844x390': { width: 844, height: 390 },
  '360x640': { width: 360, height: 640 },
};

/** Everything that is wrong with the page as it stands; an empty list is a page that fits. */
export async function faults(page, isPhone) {
  return page.evaluate(look, isPhone ? 12 : 11);
}

/** Runs in the page. */
function look(smallest) {
  const found = [];
  const fault = (kind, what) => found.push(`${kind}: ${what}`);
  const shown = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** Only for ears. */
  const isHeard = (el) => el.closest('.sr') || getComputedStyle(el).clipPath === 'inset(50%)';
  // Things that take no clicks cover others all the same.
  const solid = new CSSStyleSheet();
  solid.replaceSync('*, *::before, *::after { pointer-events: auto !important }');
  document.adoptedStyleSheets.push(solid);

  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) fault('sideways', `${wide} pixels`);
  for (const el of document.querySelectorAll('main, .board, .stage')) {
    const over = el.scrollWidth - el.clientWidth;
    if (over > 1 && isScrolled(getComputedStyle(el))) fault('sideways', `${over} pixels of ${name(el)}`);
  }

  // -- the question and its answers ------------------------------------------------------------
  const answers = [...document.querySelectorAll('.question-panel [data-answer]')].filter(shown);
  const asked = [...document.querySelectorAll('#open-question, header.bar button'), ...answers];
  // A long list scrolls, but nobody may think that it ends where the panel does.
  const MOST = 6;
  let unseen = 0;
  for (const el of asked.filter(shown)) {
    const box = el.getBoundingClientRect();
    const part = inWindow(cutTo(box, el, () => true));
    if (part.bottom - part.top < box.height - 1.5 || part.right - part.left < box.width - 1.5) {
      if (answers.length > MOST && answers.includes(el) && scrollerOf(el)) unseen += 1;
      else fault('out of sight', `${name(el)} "${words(el)}"`);
    }
  }
  if (unseen > 0 && answers.length - unseen < 3) fault('out of sight', `${unseen} of ${answers.length} answers`);

  // -- every text ------------------------------------------------------------------------------
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const el = node.parentElement;
    if (!node.data.trim() || !el || el.closest('script, style, option, [hidden], [data-ornament]') || !shown(el) || isHeard(el)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 0.5 && box.height > 0.5) texts.push({ el, node, box });
  }
  const told = new Set();
  for (const { el, node, box } of texts) {
    const say = `${name(el)} "${node.data.trim().slice(0, 40)}"`;
    const size = sizeOf(el);
    const once = (kind, more = '') => {
      if (told.has(kind + say)) return;
      told.add(kind + say);
      fault(kind, say + more);
    };
    const seen = cutTo(box, el, isScrolled);
    if (seen.right <= seen.left || seen.bottom <= seen.top) continue; // scrolled away
    if (size < smallest - 0.05) once('small', ` ${size.toFixed(1)} px`);
    // Letters are lower than their line, so a little of the line may be lost.
    if (el.closest('[data-drawn]')) continue; // in a picture that is moved and enlarged
    const [across, along] = [size * 0.28 + 1, 1.5];
    const part = inWindow(cutTo(seen, el, (style) => !isScrolled(style)));
    const upright = getComputedStyle(el).writingMode.startsWith('vertical');
    const [x, y] = upright ? [across, along] : [along, across];
    if (part.left - seen.left > x || seen.right - part.right > x) once('cut', ' at the side');
    else if (part.top - seen.top > y || seen.bottom - part.bottom > y) once('cut', ' across');
    else if (hasDots(el)) once('cut', ' …');
    // What is all but scrolled away nobody reads; its letters are lower than the sliver of its line.
    if (seen.bottom - seen.top < (box.bottom - box.top) / 3) continue;
    const [left, top, right, bottom] = [seen.left + 1, seen.top, seen.right - 1, seen.bottom];
    const middle = (top + bottom) / 2;
    for (const at of [0.02, 0.5, 0.98]) {
      const cover = coverOf(el, left + (right - left) * at, middle);
      if (cover) once('covered', ` by ${name(cover)} "${words(cover)}"`);
    }
  }
  document.adoptedStyleSheets.pop();
  return found;

  function name(el) {
    const own = typeof el.className === 'string' ? el.className : (el.className?.baseVal ?? '');
    const tag = (own || !el.parentElement ? '' : name(el.parentElement) + ' > ') + el.tagName.toLowerCase();
    return tag + own.split(/\s+/).filter((one) => one && !/^s(velte)?-/.test(one)).map((one) => `.${one}`).join('');
  }
  function words(el) {
    return (el.innerText ?? el.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 40);
  }
  function isScrolled(style) {
    return /auto|scroll/.test(style.overflowY) || /auto|scroll/.test(style.overflowX);
  }
  function scrollerOf(el) {
    const panel = el.closest('.question-panel');
    for (let at = el.parentElement; at && at !== panel; at = at.parentElement) {
      if (isScrolled(getComputedStyle(at)) && at.scrollHeight > at.clientHeight + 1) return at;
    }
    return null;
  }
  /** The part of a box that the window and such ancestors leave to be seen. */
  function cutTo({ left, top, right, bottom }, el, counts) {
    const part = { left, top, right, bottom };
    const cut = (edge) => {
      part.left = Math.max(part.left, edge.left);
      part.top = Math.max(part.top, edge.top);
      part.right = Math.min(part.right, edge.right);
      part.bottom = Math.min(part.bottom, edge.bottom);
    };
    let isFixed = false;
    for (let at = el; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible';
      if (clips && !isFixed && counts(style) && style.display !== 'inline') cut(at.getBoundingClientRect());
      isFixed ||= style.position === 'fixed';
    }
    return part;
  }
  function inWindow({ left, top, right, bottom }) {
    return {
      left: Math.max(left, 0), top: Math.max(top, 0),
      right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight),
    };
  }
  function hasDots(el) {
    for (let at = el; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.display === 'inline') continue;
      if (style.textOverflow === 'ellipsis' && at.scrollWidth > at.clientWidth + 1) return true;
      return style.webkitLineClamp !== 'none' && at.scrollHeight > at.clientHeight + 2;
    }
    return false;
  }
  function sizeOf(el) {
    const size = parseFloat(getComputedStyle(el).fontSize);
    const drawn = el.closest('svg');
    if (drawn && el.getScreenCTM) {
      const { a, b } = el.getScreenCTM();
      return size * Math.hypot(a, b);
    }
    return size;
  }
  /** What lies on the text at this point, if it is not its own. */
  function coverOf(el, x, y) {
    for (const top of document.elementsFromPoint(x, y)) {
      if (top === el || el.contains(top) || top.contains(el)) return null;
      if (passesUnder(el, top)) return null;
      if (paints(top, x, y)) return top;
    }
    return null;
  }
  /** A text that scrolls away under something that stays. */
  function passesUnder(el, cover) {
    for (let at = cover; at && at !== document.body; at = at.parentElement) {
      if (!at.contains(el) && getComputedStyle(at).position === 'sticky') return true;
    }
    return false;
  }
  function paints(el, x, y) {
    if (!shown(el)) return false;
    const style = getComputedStyle(el);
    if (el instanceof SVGElement) {
      return el.tagName !== 'svg' && el.tagName !== 'g' && !(style.fill === 'none' && style.stroke === 'none') &&
        Number(style.opacity) > 0.3 && !(style.fill !== 'none' && Number(style.fillOpacity) < 0.3);
    }
    const alpha = /rgba\(.*, ([\d.]+)\)/.exec(style.backgroundColor);
    if (!alpha || Number(alpha[1]) > 0.3) return true;
    if (style.backgroundImage.includes('gradient')) return true;
    return texts.some(({ el: other, box }) => other === el &&
      x > box.left && x < box.right && y > box.top + 2 && y < box.bottom - 2);
  }
}
