/** What the library's reports are written with. Not exported. */
package basalt.text;
