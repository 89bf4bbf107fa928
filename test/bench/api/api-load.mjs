// The generator of load, in a process of its own: it costs the servers nothing but the requests.
import { randomBytes } from 'node:crypto'
import autocannon from 'autocannon'
import { makeKey } from '../../../packages/store/src/value/key.ts'
import { hearOptions, serveParent } from './api-child.mjs'

await hearOptions()
serveParent({}, async ({ url, seconds, connections, one, mix }) => {
  const times = []
  const statuses = {}
  const options = { url, duration: seconds, connections, ...(one ?? { requests: mixOf(mix) }) }
  const run = autocannon(options)
  run.on('response', (_client, status, _bytes, milliseconds) => {
    times.push(milliseconds)
    statuses[status] = (statuses[status] ?? 0) + 1
  })
  const { start, finish, errors, timeouts } = await run
  const elapsed = (new Date(finish) - new Date(start)) / 1000
  times.sort((one, other) => one - other)
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))]
  const count = times.length
  return {
    count,
    rate: count / elapsed,
    p50: at(0.5),
    p99: at(0.99),
    statuses,
    failed: errors + timeouts,
  }
})

/** Everything that callers do, right and wrong, with something new in each request. */
function mixOf({ keys, cases, wrong }) {
  let turn = 0
  const anew = (text) => text.replaceAll('{anew}', () => randomBytes(20).toString('hex'))
  const keyOf = (kind) => {
    if (kind === 'unknown') return makeKey()
    if (kind === 'malformed') return `vw_live_${randomBytes(12).toString('hex')}`
    return keys[turn % keys.length]
  }
  const requestOf = (request) => {
    turn++
    const right = turn % 4 !== 0
    const list = right ? cases : wrong
    const { method, path, body, key } = list[Math.floor(turn / 4 + turn) % list.length]
    const headers = { authorization: `Bearer ${keyOf(key)}` }
    if (body === undefined)
      return { ...request, method, path: anew(path), headers, body: undefined }
    headers['content-type'] = 'application/json'
    return { ...request, method, path: anew(path), headers, body: anew(body) }
  }
  return [{ setupRequest: requestOf }]
}
