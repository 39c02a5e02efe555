// What a page of the documentation does in the browser. The server renders everything else.
import './copy.ts'
import './search.ts'
