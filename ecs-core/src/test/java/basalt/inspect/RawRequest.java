package basalt.inspect;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A connection to an inspector on which anything can be sent. */
final class RawRequest implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final StringBuilder pending = new StringBuilder();

    RawRequest(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(TIMEOUT_MILLIS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends bytes. */
    RawRequest send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        return this;
    }

    RawRequest send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** The status of a {@code GET} with headers. The connection is closed. */
    int get(String path, String... headers) {
        try (this) {
            send("GET " + path + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\nConnection: close\r\n\r\n");
            String answer = readAll();
            return Integer.parseInt(answer.split(" ")[1]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads until the server closes the connection. */
    String readAll() throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        try {
            in.transferTo(read);
        } catch (java.net.SocketException e) {
            // a reset is an end, too
        }
        return read.toString(StandardCharsets.UTF_8);
    }

    /** Reads until some text has come. What has come after it is read next. */
    String readUntil(String text) throws IOException {
        byte[] buffer = new byte[8_192];
        while (pending.indexOf(text) < 0) {
            int count = socket.getInputStream().read(buffer);
            if (count < 0) {
                throw new IOException("closed after " + pending);
            }
            pending.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
        }
        int end = pending.indexOf(text) + text.length();
        String read = pending.substring(0, end);
        pending.delete(0, end);
        return read;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
