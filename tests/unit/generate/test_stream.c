/* test_stream.c - the edges of a model piece by piece are those that it makes at once. */
#include "generated.h"

#include "generate/stream.h"

/* Over two pieces of 2^20 edges each, unless the name says otherwise. */
static const char *const large[][2] = {
  {"complete", "vertices=2100"},
  {"complete", "vertices=1"},
  {"complete", "vertices=3"},
  {"multipartite", "parts=700-1-1699-720"},
  {"star", "vertices=2300000"},
  {"hypercube", "dimension=18"},
  {"windmill", "cliques=30000 size=13"},
  {"theory-star", "stars=5-9-16-70-3-2-B2k"},
  {"product", "left=erdos-renyi:vertices=900:edges=4000 right=windmill:cliques=30:size=7"},
};

static void check_pieces(tricorn_context *context, tg_edge_stream *stream, const edge_list *list)
{
    const tg_edge *edges = NULL;
    uint64_t count = 0, at = 0;
    for (;;) {
        REQUIRE_OK(context, stream->next(context, stream->user, &edges, &count));
        if (count == 0) break;
        CHECK(at + count <= list->count && memcmp(edges, list->pairs + 2 * at, count * sizeof *edges) == 0,
          "%llu edges from %llu on", (unsigned long long)count, (unsigned long long)at);
        at += count;
    }
    CHECK_EQ(at, list->count, "edges in all pieces");
}

TEST_CASE(test_the_same_edges)
{
    static const uint32_t threads[] = {1, 2, 7};
    for (size_t m = 0; m < LENGTH(large); m++) {
        edge_list list = generated(large[m][0], large[m][1], 3, 2);
        for (size_t t = 0; t < LENGTH(threads); t++) {
            tricorn_context *context = context_of(threads[t]);
            tg_model_request request = {tg_model_find(large[m][0]), large[m][1], 3, NULL};
            tg_factors factors = {0};
            tg_generator generator = {0};
            tg_edge_stream stream = {0};
            REQUIRE_OK(context, tg_stream_check(context, request.model));
            REQUIRE_OK(context, tg_load_factors(context, &request, &factors));
            REQUIRE_OK(context, tg_generator_open(context, &request, &generator));
            REQUIRE_OK(context, tg_stream_open(context, &generator, &stream));
            CHECK_EQ(stream.vertices, list.vertices, "%s", large[m][0]);
            CHECK_EQ(stream.edges, list.count, "%s", large[m][0]);
            check_pieces(context, &stream, &list);
            tg_stream_close(&stream);
            tg_generator_close(&generator);
            tg_factors_free(&factors);
            CHECK_EQ(tricorn_context_bytes(context), 0, "%s", large[m][0]);
            tricorn_context_free(context);
        }
        edge_list_free(&list);
    }
}

/* Every model that is said to be simple is in the list above. */
TEST_CASE(test_the_simple_models)
{
    for (size_t i = 0; i < tg_model_count(); i++) {
        const tricorn_model_description *model = &tg_model_at(i)->description;
        bool tried = false;
        for (size_t m = 0; m < LENGTH(large); m++) tried = tried || strcmp(large[m][0], model->name) == 0;
        CHECK_EQ(tried, model->simple != 0, "%s", model->name);
    }
}

TEST_CASE(test_others_are_refused)
{
    static const char *const others[] = {"kronecker", "tiny", "erdos-renyi", "grid2d"};
    tricorn_context *context = context_of(1);
    for (size_t i = 0; i < LENGTH(others); i++) {
        REQUIRE_STATUS(context, tg_stream_check(context, tg_model_find(others[i])), TRICORN_INVALID_ARGUMENT);
        CHECK_MESSAGE(context, others[i]);
        CHECK_MESSAGE(context, "complete, multipartite, star");
    }
    tricorn_context_free(context);
}

TEST_MAIN()
