// The script of the documentation pages. The server renders everything else.
import './copy.ts'
import './search.ts'
