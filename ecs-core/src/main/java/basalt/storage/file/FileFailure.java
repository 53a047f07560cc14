package basalt.storage.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.FileSystemException;

/** The exceptions for files that cannot be read or written. */
public final class FileFailure {
    private FileFailure() {}

    /** Makes the exception for a call. */
    public static UncheckedIOException of(String what, IOException cause) {
        return new UncheckedIOException(what + ": " + reason(cause), cause);
    }

    private static String reason(IOException cause) {
        if (cause instanceof ClosedByInterruptException) { // has no message; the flag stays set
            return "the thread was interrupted; clear its flag with Thread.interrupted() and try again";
        }
        boolean isClear = cause.getMessage() != null && !(cause instanceof FileSystemException);
        return isClear ? cause.getMessage() : cause.getClass().getSimpleName() + " " + cause.getMessage();
    }
}
