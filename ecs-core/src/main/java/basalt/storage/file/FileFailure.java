package basalt.storage.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;

/** The exceptions for files that cannot be read or written. */
public final class FileFailure {
    private FileFailure() {}

    /**
     * Makes the exception for a call.
     *
     * @param what what was not done
     * @param cause why
     * @return an exception that says both
     */
    public static UncheckedIOException of(String what, IOException cause) {
        boolean hasReason = cause.getMessage() != null && !(cause instanceof FileSystemException);
        String reason = hasReason ? cause.getMessage() : cause.getClass().getSimpleName() + " " + cause.getMessage();
        return new UncheckedIOException(what + ": " + reason, cause);
    }
}
