package basalt.component;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Loads the records of {@code basalt.component.fixture} into a named module that exports them, opens them, or neither.
 */
final class FixtureModule {
    static final String NAME = "fixture.records";
    static final String PACKAGE = "basalt.component.fixture";

    private FixtureModule() {}

    static Class<? extends Record> closed(String simpleName) {
        return load(descriptor().packages(Set.of(PACKAGE)).build(), simpleName);
    }

    static Class<? extends Record> exported(String simpleName) {
        return load(descriptor().exports(PACKAGE).build(), simpleName);
    }

    static Class<? extends Record> opened(String simpleName) {
        return load(descriptor().opens(PACKAGE).build(), simpleName);
    }

    private static ModuleDescriptor.Builder descriptor() {
        return ModuleDescriptor.newModule(NAME);
    }

    private static Class<? extends Record> load(ModuleDescriptor descriptor, String simpleName) {
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration =
                boot.configuration().resolve(new Finder(descriptor), ModuleFinder.of(), Set.of(NAME));
        ClassLoader loader = boot.defineModulesWithOneLoader(configuration, FixtureModule.class.getClassLoader())
                .findLoader(NAME);
        try {
            return loader.loadClass(PACKAGE + "." + simpleName).asSubclass(Record.class);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(simpleName, e);
        }
    }

    private record Finder(ModuleDescriptor descriptor) implements ModuleFinder {
        @Override
        public Optional<ModuleReference> find(String name) {
            return name.equals(NAME) ? Optional.of(new Reference(descriptor)) : Optional.empty();
        }

        @Override
        public Set<ModuleReference> findAll() {
            return Set.of(new Reference(descriptor));
        }
    }

    private static final class Reference extends ModuleReference {
        private Reference(ModuleDescriptor descriptor) {
            super(descriptor, null);
        }

        @Override
        public ModuleReader open() {
            return new Reader();
        }
    }

    /** Reads the classes from the tests' class path. */
    private static final class Reader implements ModuleReader {
        @Override
        public Optional<URI> find(String name) throws IOException {
            URL found = FixtureModule.class.getClassLoader().getResource(name);
            try {
                return found == null ? Optional.empty() : Optional.of(found.toURI());
            } catch (URISyntaxException e) {
                throw new IOException(e);
            }
        }

        @Override
        public Stream<String> list() {
            return Stream.empty();
        }

        @Override
        public void close() {
            // nothing to close
        }
    }
}
