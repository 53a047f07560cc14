package basalt.inspect.web;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The connections of a server, each with a thread. Their number is limited: one more takes the place of the oldest one
 * whose request has not shown the token, and is closed if there is none. A connection whose step takes too long is
 * closed. So connections that send nothing, or half of a request, take neither all file descriptors of the program nor
 * the place of a request that has the token.
 */
final class Connections implements AutoCloseable {
    /** The most connections at a time. */
    static final int MOST = 64;

    private static final int BACKLOG = 1_024;
    private static final int CHECK_MILLIS = 100;
    private static final long PAUSE_NANOS = 100_000_000;

    private final ServerSocket server = new ServerSocket();
    private final WebServer.Limits limits;
    private final Handler handler;
    private final Thread acceptor = new Thread(this::accept, "basalt-inspector-accept");

    /** In the order in which they came. */
    private final Set<Connection> open = new LinkedHashSet<>();

    private int number;

    /** Reads, answers and writes the request of a connection. */
    interface Handler {
        void handle(Connection connection) throws IOException;
    }

    /** Listens at an address. */
    Connections(InetSocketAddress address, WebServer.Limits limits, Handler handler) throws IOException {
        this.limits = limits;
        this.handler = handler;
        try {
            server.setSoTimeout(CHECK_MILLIS);
            server.bind(address, BACKLOG);
        } catch (IOException e) {
            server.close();
            throw e;
        }
        acceptor.setDaemon(true);
    }

    void start() {
        acceptor.start();
    }

    int port() {
        return server.getLocalPort();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                admit(server.accept());
            } catch (SocketTimeoutException e) {
                // time for the check
            } catch (IOException
                    | RuntimeException
                    | OutOfMemoryError e) { // such as no file descriptors, or no threads
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            closeOver();
        }
    }

    private synchronized void admit(Socket socket) throws IOException {
        if (server.isClosed() || open.size() >= MOST && !closeOldestStranger()) {
            socket.close();
            return;
        }
        Connection[] connection = new Connection[1];
        Thread thread = new Thread(() -> serve(connection[0]), "basalt-inspector-" + ++number);
        thread.setDaemon(true);
        try {
            connection[0] = new Connection(socket, limits, thread);
            open.add(connection[0]);
            thread.start();
        } catch (Throwable e) {
            open.remove(connection[0]);
            socket.close();
            throw e;
        }
    }

    private boolean closeOldestStranger() {
        for (Connection connection : open) {
            if (!connection.isTrusted()) {
                connection.close();
                open.remove(connection);
                return true;
            }
        }
        return false;
    }

    private void serve(Connection connection) {
        try {
            handler.handle(connection);
            connection.drain();
        } catch (IOException | StackOverflowError | OutOfMemoryError e) {
            // the browser is gone or was too slow, or the answer needs too much
        } finally {
            connection.close();
            synchronized (this) {
                open.remove(connection);
            }
        }
    }

    private synchronized void closeOver() {
        long now = System.nanoTime();
        open.forEach(connection -> {
            if (connection.isOver(now)) {
                connection.close();
            }
        });
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            // it listens no more
        }
        List<Connection> left;
        synchronized (this) {
            left = new ArrayList<>(open);
        }
        left.forEach(Connection::close);
        acceptor.interrupt();
    }
}
