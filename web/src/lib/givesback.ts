// Whatever is laid over a page takes the focus, and gives it back to where it was when it goes: nobody is left on the bare page.

/** Called when it comes; what it returns, when it goes. */
export function givesBack(): () => void {
  const from = document.activeElement;
  return () =>
    queueMicrotask(() => {
      const on = document.activeElement;
      const nowhere = on === null || on === document.body || !on.isConnected;
      if (nowhere && from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
    });
}
