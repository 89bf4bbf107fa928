// Preloaded by a test: says on standard error which files the program loaded.
import { registerHooks } from 'node:module'

const loaded = []
registerHooks({
  load: (url, context, next) => {
    loaded.push(url)
    return next(url, context)
  },
})
process.on('exit', () => process.stderr.write(loaded.map((url) => `loaded ${url}\n`).join('')))
