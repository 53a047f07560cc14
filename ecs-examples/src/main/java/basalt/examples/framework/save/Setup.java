package basalt.examples.framework.save;

/**
 * The options that a saved world depends on. A resource, so that files contain it: a world can only be loaded with the
 * same options.
 *
 * @param options as on the command line
 */
public record Setup(String options) {}
