import { type Operation, type OperationName, operations } from '@vaultwright/wire'
import { requestPathOf } from './request-path.ts'

/** Parameters at the end of a path that hold slashes. */
const wide = /\{(route|tail)\}$/

/** Spells the path of an operation for the router. */
export function patternOf(path: string): string {
  return path.replace(wide, '*').replace(/\{(\w+)\}/g, ':$1')
}

/** Names the router's parameters as the operation does. */
export function paramsReaderOf(
  path: string,
): (found: Readonly<Record<string, string>>) => Readonly<Record<string, string>> {
  const name = wide.exec(path)?.[1]
  if (name === undefined) return (found) => found
  return ({ '*': rest = '', ...found }) => ({ ...found, [name]: rest })
}

/** Tells which methods a path knows. */
export function methodsOf(path: string): readonly string[] {
  const bare = requestPathOf(path)
  const found = shapes.filter(({ shape }) => shape.test(bare)).map(({ method }) => method)
  return [...new Set(found.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))]
}

const shapes = (Object.keys(operations) as OperationName[]).map((name) => {
  const { method, path }: Operation = operations[name]
  const shape = path.replace(wide, '.+').replace(/\{\w+\}/g, '[^/]+')
  return { method, shape: new RegExp(`^${shape}$`) }
})
