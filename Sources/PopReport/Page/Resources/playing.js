// Playing: the cursor moves as the user's time did, or faster.

const playing = {
  isOn: false,

  toggle() {
    if (this.isOn) this.stop();
    else this.start();
  },

  start() {
    if (!stage) return;
    this.isOn = true;
    if (stage.at >= stage.end) stage.move(0);
    this.show();
    let last = performance.now();
    const turn = (now) => {
      if (!this.isOn || !stage) return;
      let at = stage.at + (now - last) * Number(byID("speed").value);
      last = now;
      // What is not in the file is passed over.
      const gap = stage.session.left.find((part) => at > part.from && at < part.until);
      if (gap) at = gap.until;
      stage.move(at);
      if (stage.at >= stage.end) this.stop();
      else requestAnimationFrame(turn);
    };
    requestAnimationFrame(turn);
  },

  stop() {
    this.isOn = false;
    this.show();
    stage?.phones.show();
  },

  show() {
    fill(byID("play"), this.isOn ? "Pause" : "Play");
    byID("play").setAttribute("aria-pressed", String(this.isOn));
  },
};
