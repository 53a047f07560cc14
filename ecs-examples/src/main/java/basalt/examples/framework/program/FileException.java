package basalt.examples.framework.program;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A failure to read or write a file. The message names the cause and the remedy, while JDK exceptions often contain
 * only the path.
 */
final class FileException extends IOException {
    private static final long serialVersionUID = 1;

    FileException(String message) {
        super(message);
    }

    private FileException(String message, IOException cause) {
        super(message, cause);
    }

    static IOException reading(Path file, IOException e) {
        return of(file, "read", e);
    }

    static IOException writing(Path file, IOException e) {
        return of(file, "write", e);
    }

    private static IOException of(Path file, String what, IOException e) {
        if (e instanceof FileException) {
            return e;
        }
        if (e instanceof NoSuchFileException) {
            return new FileException("no such file: " + file + "; name an existing file", e);
        }
        if (e instanceof AccessDeniedException) {
            return new FileException("no permission to " + what + " " + file + "; change it, or name another file", e);
        }
        return new FileException("cannot " + what + " " + file + ": " + reason(e), e);
    }

    private static String reason(IOException e) {
        String message = e instanceof FileSystemException wrong ? wrong.getReason() : e.getMessage();
        if (message == null) {
            return e.getClass().getSimpleName();
        }
        // "/a/b (No space left on device)": drops the path, which the message has already, and which may be the path of
        // the part.
        int reason = e instanceof FileNotFoundException ? message.lastIndexOf('(') : -1;
        return reason < 0 ? message : message.substring(reason + 1, message.length() - 1);
    }
}
