/** The inspector of an example: option {@code --inspect}. */
package basalt.examples.framework.inspect;
