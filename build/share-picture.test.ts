import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSharePicture } from './share-picture.ts'

const draw = async (title: string, picture?: string) => {
  const drawn = await drawSharePicture({ title, description: '', ...(picture ? { picture } : {}) })
  return { drawn, ...(await sharp(drawn).metadata()) }
}

test('a share picture is a PNG of the size that networks ask for, whatever the length of the title', async () => {
  for (const title of ['Blog', 'How to read three reports at once, dispute what is wrong in each of them & never lose heart <again>']) {
    expect(await draw(title, 'scale')).toMatchObject({ format: 'png', width: 1200, height: 630 })
  }
})

test('each title and each drawing makes another picture', async () => {
  const pictures = await Promise.all([draw('Blog'), draw('About'), draw('Blog', 'scale'), draw('Blog', 'lamp')])
  expect(new Set(pictures.map(({ drawn }) => drawn.toString('base64'))).size).toBe(4)
})

test('a drawing that does not exist fails the build, by its name', async () => {
  await expect(draw('Blog', 'no-such-drawing')).rejects.toThrow('no-such-drawing.svg')
})
