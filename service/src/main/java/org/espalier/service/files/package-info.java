/** Files that nobody but the user of the service gets at. */
package org.espalier.service.files;
