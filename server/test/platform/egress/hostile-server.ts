// A server with every hostile behaviour, selected by path. A separate process, so that its floods do not count as the client's memory.
import { createServer, type Socket } from 'node:net'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const head = 'HTTP/1.1 200 OK\r\n'
const zeros = Buffer.alloc(64 * 1024 * 1024)

/** Writes as fast as the peer reads, until it disconnects. */
function flood(socket: Socket, chunk: string | Buffer): void {
  const bytes = Buffer.from(chunk)
  const block = Buffer.concat(Array.from({ length: Math.max(1, Math.ceil(65_536 / bytes.length)) }, () => bytes))
  const pump = (): void => {
    while (!socket.destroyed && socket.write(block));
  }
  socket.on('drain', pump)
  pump()
}

function drip(socket: Socket, text: string, interval_ms: number): void {
  // oxlint-disable-next-line no-restricted-globals -- How slow the server is.
  const timer = setInterval(() => socket.write(text), interval_ms)
  socket.on('close', () => clearInterval(timer))
}

const behaviours: Record<string, (socket: Socket) => void> = {
  silence: () => undefined,
  'drip-status': (socket) => {
    socket.write('HTTP/1.1 200 ')
    drip(socket, 'O', 20)
  },
  'drip-headers': (socket) => {
    socket.write(head)
    drip(socket, 'a: b\r\n', 20)
  },
  'drip-body': (socket) => {
    socket.write(`${head}Content-Length: 1000000\r\n\r\n`)
    drip(socket, 'x', 20)
  },
  'drip-chunks': (socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    drip(socket, '1\r\nx\r\n', 20)
  },
  'drip-interim': (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 200),
  'endless-status': (socket) => {
    socket.write('HTTP/1.1 200 ')
    flood(socket, 'OK ')
  },
  'endless-header': (socket) => {
    socket.write(`${head}a: `)
    flood(socket, 'aaaaaaaa')
  },
  'endless-headers': (socket) => {
    socket.write(head)
    flood(socket, 'a: b\r\n')
  },
  'endless-100': (socket) => flood(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
  'endless-103': (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'),
  'endless-body': (socket) => {
    socket.write(`${head}\r\n`)
    flood(socket, 'x'.repeat(1024))
  },
  'endless-chunks-of-one-byte': (socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`)
    flood(socket, '1\r\nx\r\n')
  },
  'endless-chunk-extension': (socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n1;`)
    flood(socket, 'a=b;')
  },
  'endless-trailers': (socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\nTrailer: a\r\n\r\n0\r\n`)
    flood(socket, 'a: b\r\n')
  },
  'ten-gigabytes': (socket) => {
    socket.write(`${head}Content-Length: 10737418240\r\n\r\n`)
    flood(socket, 'x'.repeat(65_536))
  },
  'gzip-bomb': (socket) => {
    socket.write(`${head}Content-Encoding: gzip\r\n\r\n`)
    flood(socket, gzipBomb)
  },
  'brotli-bomb': (socket) =>
    socket.end(Buffer.concat([Buffer.from(`${head}Content-Encoding: br\r\n\r\n`), brotliBomb])),
  'gzip-of-nothing': (socket) => {
    socket.write(`${head}Content-Encoding: gzip\r\n\r\n`)
    flood(socket, gzipSync(''))
  },
  'redirect-loop': (socket) =>
    socket.end('HTTP/1.1 302 Found\r\nLocation: /redirect-loop\r\nContent-Length: 0\r\n\r\n'),
  'redirect-slowly': (socket) => {
    // oxlint-disable-next-line no-restricted-globals -- How slow the server is.
    setTimeout(() => socket.end('HTTP/1.1 302 Found\r\nLocation: /redirect-slowly\r\nContent-Length: 0\r\n\r\n'), 400)
  },
  'redirect-with-endless-body': (socket) => {
    socket.write('HTTP/1.1 302 Found\r\nLocation: /redirect-with-endless-body\r\n\r\n')
    flood(socket, 'x'.repeat(1024))
  },
  reset: (socket) => socket.resetAndDestroy(),
  'reset-in-headers': (socket) => socket.write(head, () => socket.resetAndDestroy()),
  'reset-in-body': (socket) => socket.write(`${head}Content-Length: 100\r\n\r\nabc`, () => socket.resetAndDestroy()),
  garbage: (socket) => flood(socket, '\u0000\u0001garbage'),
}

const gzipBomb = gzipSync(zeros, { level: 9 })
const brotliBomb = brotliCompressSync(zeros, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

const server = createServer((socket) => {
  socket.on('error', () => socket.destroy())
  socket.once('data', (request) => {
    const name = /^\w+ \/([\w-]+)/.exec(request.toString('latin1'))?.[1] ?? 'silence'
    behaviours[name]?.(socket)
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : 0, behaviours: Object.keys(behaviours) })
})
process.on('disconnect', () => process.exit())
