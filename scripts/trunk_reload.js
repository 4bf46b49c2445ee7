// Reloads the page after each build of `trunk serve`, or says why a build failed. Trunk's own script is
// inline, which the page's policy forbids.

const AGAIN_MS = 5000;

const address = new URL(".well-known/trunk/ws", import.meta.url);
address.protocol = address.protocol.replace("http", "ws");

function listen(wasLost) {
  const socket = new WebSocket(address);
  // Trunk was started again, and has built the page again.
  socket.onopen = () => wasLost && location.reload();
  socket.onmessage = ({ data }) => {
    const { type, data: failure } = JSON.parse(data);
    if (type === "reload") location.reload();
    else console.error(`The build failed: ${failure?.reason}`);
  };
  socket.onclose = () => setTimeout(listen, AGAIN_MS, true);
}

listen(false);
