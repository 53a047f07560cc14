package basalt.memory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Records flight recorder events while something runs. */
public final class FlightRecording {
    private FlightRecording() {}

    /** The events of a name that the calling thread emits during {@code work}, in order. */
    public static List<RecordedEvent> of(String event, Runnable work) {
        String name = Thread.currentThread().getName();
        return ofAllThreads(event, work).stream()
                .filter(each -> each.getThread().getJavaName().equals(name))
                .toList();
    }

    /** The events of a name that any thread emits during {@code work}, in the order of their start. */
    public static List<RecordedEvent> ofAllThreads(String event, Runnable work) {
        try (Recording recording = new Recording()) {
            recording.enable(event);
            recording.start();
            work.run();
            recording.stop();
            return read(recording).stream()
                    .filter(each -> each.getEventType().getName().equals(event))
                    .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<RecordedEvent> read(Recording recording) throws IOException {
        Path file = Files.createTempFile("basalt", ".jfr");
        try {
            recording.dump(file);
            return RecordingFile.readAllEvents(file);
        } finally {
            Files.delete(file);
        }
    }
}
