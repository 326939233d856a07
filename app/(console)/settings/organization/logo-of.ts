import { LOGO_SIDE as SIDE } from '@/lib/staff/account';

/**
 * An image as a small square PNG in Base64, drawn anew: whatever else the file has stays behind.
 *
 * @throws Error with a message for people if the browser cannot read the file.
 */
export async function logoOf(file: File): Promise<string> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
  } catch {
    throw new Error(`${file.name} cannot be read. Choose a PNG, JPEG or SVG.`);
  } finally {
    URL.revokeObjectURL(image.src);
  }
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE;
  // Drawings without a size fill the square.
  const [width, height] = [image.naturalWidth || SIDE, image.naturalHeight || SIDE];
  const scale = SIDE / Math.max(width, height);
  const [across, down] = [width * scale, height * scale];
  canvas.getContext('2d')?.drawImage(image, (SIDE - across) / 2, (SIDE - down) / 2, across, down);
  return canvas.toDataURL('image/png').replace(/^.*,/, '');
}
