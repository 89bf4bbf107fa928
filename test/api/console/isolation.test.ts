import { consoleOperations, operations } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { openTestApi } from '../support/harness.ts'
import { consoleHeaders, signInUser } from './console-user.ts'

const parameters: Readonly<Record<string, string>> = {
  chain: 'local',
  vault_address: '0x1111111111111111111111111111111111111111',
}

const pathOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => parameters[name] ?? 'x')

const everything = [
  ...Object.values(consoleOperations).map(({ method, path, role }) => ({ method, path, role })),
  ...Object.values(operations).map(({ method, path, role }) => ({
    method,
    path: `/console${path}`,
    role,
  })),
]

test('law: no operation of the console answers without a session but those that give one', async () => {
  const api = await openTestApi({ config: { port: 8080 } })
  try {
    const key = await api.as('admin')
    for (const { method, path, role } of everything) {
      const headers = { ...consoleHeaders, ...key }
      const answered = await api.ask(method, pathOf(path), { headers })
      if (role === null) expect(answered.status, path).not.toBe(401)
      else expect([path, answered.status, answered.body]).toMatchObject([path, 401, {}])
    }
  } finally {
    await api.close()
  }
})

test('law: no answer of any operation holds a thing of another tenant', async () => {
  const api = await openTestApi({ config: { port: 8080 } })
  try {
    const otherTenant = await api.addTenant('globex')
    const theirs = await signInUser(api, 'admin', otherTenant.tenant.id)
    const key = (await theirs.ask('POST', '/console/keys', { description: 'theirs' })).body.data
    const secrets = [otherTenant.tenant.id, 'globex', theirs.user.id, theirs.user.name, key.id]
    const admin = await signInUser(api, 'admin')
    for (const { method, path } of everything) {
      if (path === '/console/session' && method === 'DELETE') continue
      const answered = await admin.ask(method, pathOf(path), method === 'GET' ? undefined : {})
      for (const secret of secrets) expect(answered.text, `${method} ${path}`).not.toContain(secret)
    }
    expect((await theirs.ask('GET', '/console/session')).body.data).not.toBeNull()
  } finally {
    await api.close()
  }
})
