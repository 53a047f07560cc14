/** Code that the example programs share to rewind, save, load and replay worlds, and to read them as text. */
package basalt.examples.framework.save;
