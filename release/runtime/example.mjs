// Run by every runtime: imports each example of a folder, and prints what it logs, as JSON.
import { readdirSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const folder = process.argv[2]
const print = process.stdout.write.bind(process.stdout)
const results = {}
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.example.mjs'))
  .sort()) {
  const lines = []
  // How objects are shown differs by runtime; what they hold must not.
  console.log = (...values) => lines.push(JSON.stringify(values, plain))
  try {
    await import(pathToFileURL(`${folder}/${file}`).href)
    results[file] = lines
  } catch (error) {
    results[file] = [`failed: ${error?.stack ?? error}`]
  }
}
print(`${JSON.stringify(results)}\n`)
process.exit(0)

function plain(_key, value) {
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Map) return [...value]
  return value
}
