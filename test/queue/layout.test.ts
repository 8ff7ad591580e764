/** The second waits for minutes: a layout for each took longer. */
import './delivery';
import './sharedKey';
