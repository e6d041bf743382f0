#include <dlfcn.h>
#include <stdio.h>

#ifdef STATIC
int prompt_links(void);
int main(void) {
    printf("%d\n", prompt_links());
    return 0;
}
#else
int main(int count, char **words) {
    void *library = dlopen(words[1], RTLD_NOW);
    int (*prompt_links)(void) = library ? (int (*)(void))dlsym(library, "prompt_links") : 0;
    if (!prompt_links) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    printf("%d\n", prompt_links());
    return 0;
}
#endif
