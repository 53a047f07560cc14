package basalt.bench.inspect;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A browser without a picture: opens a stream of an inspector, and reads it on a thread of its own. */
final class Watcher implements AutoCloseable {
    private final Socket socket;
    private final Thread reader;
    private volatile long bytes;

    /** Watches views: a list of {@code view=...} with {@code &} between them. */
    Watcher(int port, String token, String views) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.getOutputStream()
                    .write(("GET /api/v1/watch?hz=10&token=" + token + "&" + views
                                    + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        reader = new Thread(this::read, "watcher");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = socket.getInputStream()) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                bytes += count;
            }
        } catch (IOException e) {
            bytes += 0; // closed
        }
    }

    /** Ends the stream; fails if nothing has come. */
    @Override
    public void close() {
        try {
            socket.close();
            reader.join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (bytes < 1_000) {
            throw new IllegalStateException("the stream has sent " + bytes + " bytes, so nothing was watched");
        }
    }
}
