package basalt.component;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;

/** Defines classes of its parent again, so that a test has a second or new copy. */
public final class CopyLoader extends ClassLoader {
    private final Set<String> copied;

    public CopyLoader(String... copied) {
        super(CopyLoader.class.getClassLoader());
        this.copied = Set.of(copied);
    }

    public static Class<? extends Record> copyOf(Class<? extends Record> type) {
        return new CopyLoader(type.getName()).load(type.getName()).asSubclass(Record.class);
    }

    Class<?> load(String name) {
        try {
            return loadClass(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(name, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && copied.contains(name)) {
                byte[] bytes = bytesOf(name);
                loaded = defineClass(name, bytes, 0, bytes.length);
            }
            return loaded != null ? loaded : super.loadClass(name, resolve);
        }
    }

    private byte[] bytesOf(String name) {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
