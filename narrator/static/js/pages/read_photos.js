/* Scripts of the page that reads codes from photos. */

import "./main.js";
import "../forms/photo_upload.js";
