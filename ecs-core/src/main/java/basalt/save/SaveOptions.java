package basalt.save;

import basalt.internal.Utf8;
import basalt.storage.file.SavedInfo;
import basalt.storage.file.WorldEncoder;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** How a world is saved. Each option has a default. The methods change this object and return it. */
public final class SaveOptions {
    private final Set<Class<?>> excluded = new HashSet<>();

    private String note = "";
    private byte[] picture = {};
    private Instant time;
    private boolean compresses;

    /** The defaults. */
    public SaveOptions() {}

    /**
     * Leaves resources out of the file, and the references of components and events with managed columns: they are null
     * in the loaded world, and native columns are there as ever.
     *
     * @param types types of resources, and records of components and events
     */
    public SaveOptions exclude(Class<?>... types) {
        excluded.addAll(setOf(types));
        return this;
    }

    /** The types that are excluded. */
    static Set<Class<?>> setOf(Class<?>... types) {
        Set<Class<?>> set = new HashSet<>();
        for (Class<?> type : types == null ? new Class<?>[] {null} : types) {
            if (type == null) {
                throw new IllegalArgumentException("an excluded type must not be null");
            }
            set.add(type);
        }
        return set;
    }

    /**
     * Compresses the file by LZ4. The program needs the optional library {@code at.yawk.lz4:lz4-java}, version 1.11.2
     * or newer, to save and to load it.
     */
    public SaveOptions compress() {
        compresses = true;
        return this;
    }

    /**
     * Adds a note, which {@link SaveInfo} shows.
     *
     * @param text the note; empty for none
     * @throws IllegalArgumentException if it is null, or longer than 16,384 bytes in UTF-8
     */
    public SaveOptions note(String text) {
        int bytes = text == null ? -1 : Utf8.encode(text).length;
        if (bytes < 0 || bytes > SavedInfo.MOST_NOTE_BYTES) {
            throw new IllegalArgumentException("the note of a saved world must not be null, or longer than "
                    + SavedInfo.MOST_NOTE_BYTES + " bytes: " + (bytes < 0 ? "note=null" : "bytes=" + bytes));
        }
        note = text;
        return this;
    }

    /**
     * Adds a picture, which {@link SaveInfo} shows, such as a PNG of the scene.
     *
     * @param bytes the bytes of the picture, in any format; none for no picture
     * @throws IllegalArgumentException if it is null, or longer than 1,000,000 bytes
     */
    public SaveOptions picture(byte[] bytes) {
        if (bytes == null || bytes.length > SavedInfo.MOST_PICTURE_BYTES) {
            throw new IllegalArgumentException("the picture of a saved world must not be null, or longer than "
                    + SavedInfo.MOST_PICTURE_BYTES + " bytes: "
                    + (bytes == null ? "picture=null" : "bytes=" + bytes.length + "; make it smaller"));
        }
        picture = bytes.clone();
        return this;
    }

    /**
     * Sets the time that {@link SaveInfo} shows, in milliseconds. Without this, a file with a note or a picture has the
     * time of the system clock.
     *
     * @param when the time, since 1970
     * @throws IllegalArgumentException if it is null, or before 1970
     */
    public SaveOptions time(Instant when) {
        if (when == null || when.isBefore(Instant.EPOCH)) {
            throw new IllegalArgumentException("the time of a saved world must not be null or before 1970: " + when);
        }
        time = when;
        return this;
    }

    WorldEncoder.Options copy() {
        return new WorldEncoder.Options(Set.copyOf(excluded), info(), compresses);
    }

    private SavedInfo info() {
        if (time == null && note.isEmpty() && picture.length == 0) {
            return null;
        }
        return new SavedInfo((time == null ? Instant.now() : time).toEpochMilli(), 0, note, picture);
    }
}
