"""How a page looks to everybody: looks_test.py PAGE.html. Contrast, small screens, paper, little motion."""

import sys

from browser import Browser, check

path = sys.argv[1]

# The contrast of every text with what is behind it, by WCAG 2.2 (1.4.3): 4.5, and 3 where it is large.
CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const parse = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const light = (color) => {
    const part = color.slice(0, 3).map((value) => value / 255).map((value) => value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part[0] + 0.7152 * part[1] + 0.0722 * part[2];
  };
  const behind = (element) => {
    if (element.namespaceURI.endsWith('svg')) {
      const box = element.getBoundingClientRect();
      const under = document.elementsFromPoint(box.left + Math.min(6, box.width / 2), box.top + box.height / 2)
        .find((other) => other.matches('rect') && !other.classList.contains('span'));
      if (under) return parse(getComputedStyle(under).fill);
    }
    for (let up = element; up; up = up.parentElement) {
      const color = parse(getComputedStyle(up).backgroundColor);
      if (color[3] > 0.99) return color;
    }
    return [255, 255, 255, 1];
  };
  const poor = [];
  let count = 0;
  for (const element of document.querySelectorAll('body *')) {
    const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!isText || !element.checkVisibility() || element.matches('script, option, title, style') || element.closest('.unseen, .skip')) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || box.bottom < 0 || box.top > innerHeight * 3) continue;
    const style = getComputedStyle(element);
    const isSVG = element.namespaceURI.endsWith('svg');
    if (isSVG && (box.top < 0 || box.bottom > innerHeight || !document.elementFromPoint(box.left + 1, box.top + box.height / 2)?.closest('.lane, #axis'))) continue;
    const [one, other] = [light(parse(isSVG ? style.fill : style.color)), light(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = parseFloat(style.fontSize);
    const needed = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    count += 1;
    if (contrast < needed) poor.push(`${contrast.toFixed(2)} ${element.tagName} ${element.className.baseVal ?? element.className} ${element.textContent.slice(0, 30)}`);
  }
  return [count, poor.slice(0, 5)];
}"""

with Browser(path) as browser:
    for scheme in ("light", "dark"):
        page = browser.open(scheme=scheme, height=1400)
        page.locator("[data-testid=finding]").first.click()
        page.wait_for_selector("[data-testid^=lane-] svg")
        page.wait_for_timeout(300)
        count, poor = page.evaluate(CONTRAST)
        check(count > 40 and not poor, f"{count} texts stand out from what is behind them, {scheme} {poor}")
        page.close()
    for width in (360, 800, 1280):
        page = browser.open(width=width, height=740)
        check(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"the list fits into {width} px")
        page.locator("[data-testid=finding]").first.click()
        page.wait_for_selector("[data-testid^=lane-] svg")
        page.wait_for_timeout(200)
        check(page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"an open finding fits into {width} px")
        page.close()
    page = browser.open(width=1440, height=900)
    page.locator("[data-testid=finding]").first.click()
    page.wait_for_selector("[data-testid^=lane-] svg")
    page.wait_for_timeout(200)
    boxes = page.evaluate("""['lane-recorded', 'phone-recorded', 'lane-candidate', 'phone-candidate'].map((name) => {
      const box = document.querySelector(`[data-testid=${name}]`).getBoundingClientRect();
      return [box.left, box.top, box.right, box.bottom];
    })""")
    check(all(box[1] >= 0 and box[3] <= 900 for box in boxes), f"lanes and phones are seen at once on 1440 x 900 {boxes}")
    for lane, phone in (boxes[:2], boxes[2:]):
        check(phone[0] >= lane[2] and phone[1] < lane[3] and lane[1] < phone[3], "each phone stands beside its lanes")
    fingerprint = page.evaluate("new URLSearchParams(location.hash.slice(1)).get('f')")
    page.close()
    page = browser.open(f"#f={fingerprint}", width=1440, height=900)
    page.wait_for_selector("[data-testid^=lane-] svg")
    page.wait_for_timeout(200)
    check(page.evaluate("scrollY === 0 && document.querySelector('[data-testid=phone-candidate]').getBoundingClientRect().bottom <= 900"), "and so they are where a link leads there")
    page.close()
    page = browser.open(width=390, height=844)
    page.locator("[data-testid=finding]").first.click()
    page.wait_for_selector("[data-testid^=lane-] svg")
    page.wait_for_timeout(200)
    tops = page.evaluate("['[data-testid=lane-recorded]', '[data-testid=lane-candidate]', '.controls', '#session'].map((part) => document.querySelector(part).getBoundingClientRect().top)")
    check(0 <= tops[0] < 500 and tops[0] < tops[1] < tops[2] < tops[3], f"on 390 px the lanes come before the controls {tops}")
    page.close()
    page = browser.open(reduced_motion="reduce")
    page.locator("[data-testid=finding]").first.click()
    page.wait_for_selector("[data-testid^=lane-] svg")
    moving = page.evaluate("document.getAnimations().length")
    check(moving == 0, "nothing moves by itself")
    page.emulate_media(media="print")
    hidden = page.evaluate("['#filter-box', '.controls', '#close'].every((part) => !document.querySelector(part).checkVisibility())")
    check(hidden, "paper has no controls")
    check(page.get_by_test_id("verdict").is_visible() and page.get_by_test_id("because").is_visible(), "paper has the verdict and the finding")
    check(len(page.pdf()) > 10_000, "it prints")
    browser.check_quiet()
