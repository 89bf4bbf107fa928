import { defineRoute } from '../../answer/route.ts'

/** Source: interface, 4.2. */
export const getHealth = defineRoute('getHealth', async () => ({
  text: '{"status":"healthy"}',
  isCacheable: true,
}))
