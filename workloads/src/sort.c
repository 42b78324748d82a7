/* build: -O2 */
/* Three sorts of the same random keys: data-dependent branches, loads and stores that hit the caches. */
#include "guest.h"

enum { COUNT = 10000 };

static u64 keys[COUNT], work[COUNT], spare[COUNT];

static void insertion_sort(u64 *a, i64 low, i64 high)
{
    for (i64 i = low + 1; i <= high; i++) {
        u64 key = a[i];
        i64 j = i - 1;
        while (j >= low && a[j] > key) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = key;
    }
}

static NOINLINE void quick_sort(u64 *a, i64 low, i64 high)
{
    while (high - low > 12) {
        u64 x = a[low], y = a[(low + high) >> 1], z = a[high];
        u64 pivot = x < y ? (y < z ? y : x < z ? z : x) : (x < z ? x : y < z ? z : y);
        i64 i = low, j = high;
        while (i <= j) {
            while (a[i] < pivot)
                i++;
            while (a[j] > pivot)
                j--;
            if (i <= j) {
                u64 t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        if (j - low < high - i) {
            quick_sort(a, low, j);
            low = i;
        } else {
            quick_sort(a, i, high);
            high = j;
        }
    }
    insertion_sort(a, low, high);
}

static void sift_down(u64 *a, u64 root, u64 count)
{
    u64 key = a[root];
    for (;;) {
        u64 child = 2 * root + 1;
        if (child >= count)
            break;
        if (child + 1 < count && a[child + 1] > a[child])
            child++;
        if (a[child] <= key)
            break;
        a[root] = a[child];
        root = child;
    }
    a[root] = key;
}

static NOINLINE void heap_sort(u64 *a, u64 count)
{
    for (u64 i = count / 2; i-- > 0;)
        sift_down(a, i, count);
    for (u64 end = count - 1; end > 0; end--) {
        u64 t = a[0];
        a[0] = a[end];
        a[end] = t;
        sift_down(a, 0, end);
    }
}

static NOINLINE void merge_sort(u64 *a, u64 *b, u64 count)
{
    for (u64 width = 1; width < count; width *= 2) {
        for (u64 start = 0; start < count; start += 2 * width) {
            u64 middle = start + width < count ? start + width : count;
            u64 end = start + 2 * width < count ? start + 2 * width : count;
            u64 i = start, j = middle;
            for (u64 k = start; k < end; k++)
                b[k] = i < middle && (j >= end || a[i] <= a[j]) ? a[i++] : a[j++];
        }
        for (u64 k = 0; k < count; k++)
            a[k] = b[k];
    }
}

static u64 checksum(const u64 *a)
{
    u64 hash = 1;
    for (u64 i = 0; i < COUNT; i++)
        hash = i && a[i - 1] > a[i] ? 0 : mix(hash, a[i]);
    return hash;
}

static void reset(void)
{
    for (u64 i = 0; i < COUNT; i++)
        work[i] = keys[i];
}

int main(void)
{
    u64 seed = 0x5eed0001;
    for (u64 i = 0; i < COUNT; i++)
        keys[i] = next_random(&seed) >> 20;
    reset();
    quick_sort(work, 0, COUNT - 1);
    print_hex("quick", checksum(work));
    reset();
    heap_sort(work, COUNT);
    print_hex("heap", checksum(work));
    reset();
    merge_sort(work, spare, COUNT);
    print_hex("merge", checksum(work));
    return 0;
}
