import { cors } from '../../http/cors.ts'

/**
 * The CORS rules of Supabase Auth (supabase/auth internal/api/api.go), with the header `apikey`, which its gateway adds.
 * It allows cookies too, which have no meaning here.
 */
export const authCors = cors({
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
  requestHeaders: [
    'Accept',
    'Authorization',
    'Content-Type',
    'X-Client-IP',
    'X-Client-Info',
    'X-JWT-AUD',
    'x-use-cookie',
    'X-Supabase-Api-Version',
    'apikey',
  ],
  exposedHeaders: ['X-Total-Count', 'Link', 'X-Supabase-Api-Version'],
  maxAgeSeconds: 3600,
  preflightStatus: 204,
})
