/**
 * What all packages share: {@link basalt.internal.Friend}, by which they access the internal objects of exported types;
 * the flag of strict mode; copies of classes with a constant of their own; texts and tables. Not exported.
 */
package basalt.internal;
