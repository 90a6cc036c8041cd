/** What the readers of text files share. */
package org.espalier.workload.text;
